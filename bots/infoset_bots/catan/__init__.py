"""Players of Catan: those of H. Phillingham's thesis "Conquerors of Catan" (2023), and better ones."""
