// Loaded before each test file; the import below once in a worker.
import './resolveHooks.ts'
