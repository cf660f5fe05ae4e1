"""What several utilities share: names in messages, input, sizes, modes, compression, dates, CSV."""
