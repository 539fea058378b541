"""The program as companion of a physical board of Catan: people move the pieces, it keeps the books and plays along."""
