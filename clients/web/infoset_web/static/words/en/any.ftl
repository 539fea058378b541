# A game that the page does not know.

any-about = A game of this server. The page shows what your seat knows and the choices you have.
