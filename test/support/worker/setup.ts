// Begins each test file, read anew; the import below once a worker.
import './resolveHooks.ts'
