"""What at least two utilities share: quoting in messages, input, sizes, modes, compression, dates, checksums, CSV.

What one utility alone needs lies in its own folder.
"""
