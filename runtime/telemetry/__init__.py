"""Telemetry: observers that tell an operator's systems of calls: OpenTelemetry, lines of JSON, metrics in Prometheus' text format. One file is one of them."""
