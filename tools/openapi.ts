// npm run openapi: writes the OpenAPI document to the standard output. The address is PUBLIC_URL, or the default one.
import { openApiDocument } from '../src/app/openapi.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const url = process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:3000'
process.stdout.write(`${JSON.stringify(openApiDocument(url), null, 2)}\n`)
