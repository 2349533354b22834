// The portal as a child of the bench: as in production, but for the demo, which brings car parks and tariffs.
import { readConfig } from '../../src/app/server/config.ts'
import { start } from '../../src/app/server/start.ts'

const portal = await start({ ...readConfig(process.env), port: 0 }, { tell: () => undefined })
process.once('disconnect', () => void portal.close().then(() => process.exit(0)))
process.send?.(portal.url)
