// npm start: builds the web if its sources changed, then starts the portal.
import { requireNode } from './requireNode.ts'

requireNode()
const { buildWeb } = await import('./build.ts')
await buildWeb()
await import('../src/app/server/main.ts')
