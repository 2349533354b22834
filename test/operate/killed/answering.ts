// Answers every call, says its number, and ends by nothing but a signal.
import { createServer } from 'node:http'

const server = createServer((_, response) => response.end())
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => process.stdout.write(`${process.pid}\n`))
