// Prints its process id, answers every call, and ends only by a signal.
import { createServer } from 'node:http'

const server = createServer((_, response) => response.end())
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write(`${process.pid}\n`))
