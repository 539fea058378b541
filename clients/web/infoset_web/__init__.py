"""The page: what a browser needs to play, as files. Serves nothing and knows no server."""

from infoset_web.files import CONTENT_TYPES, PageError, page_files, sdk_folder

__all__ = ["CONTENT_TYPES", "PageError", "page_files", "sdk_folder"]
