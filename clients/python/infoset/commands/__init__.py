"""The subcommands that come with the SDK: options here, the work in the modules they call."""
