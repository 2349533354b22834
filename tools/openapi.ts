// npm run openapi: prints the OpenAPI document for PUBLIC_URL.
import { openApiDocument } from '../src/app/openapi.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const url = process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:3000'
process.stdout.write(`${JSON.stringify(openApiDocument(url), null, 2)}\n`)
