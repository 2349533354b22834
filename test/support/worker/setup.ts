// Begins each test file, read anew; the import below once a worker.
import './straight.ts'
