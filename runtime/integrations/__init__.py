"""Integrations: the executor's tools as those of agent frameworks. One file is one framework, and needs the extra of its name."""
