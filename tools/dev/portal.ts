// The portal as a child of npm run dev, with the page drawn by Vite.
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// Ctrl-C reaches every process of the terminal; the parent ends this one in order.
process.on('SIGINT', () => undefined)
let end = (): void => process.exit(0)
process.once('SIGTERM', () => end())
process.once('disconnect', () => end())
const startMessage = once(process, 'message').then((message: readonly unknown[]) => message[0])

const { start } = await import('../../src/app/server/start.ts')
const { readConfig } = await import('../../src/app/server/config.ts')
const { announce } = await import('../../simulators/demo/announce.ts')
const { settingsBlock } = await import('../../src/site/settingsBlock.ts')
const { webDir } = await import('../../src/app/server/page/shell.ts')

const html = fileURLToPath(new URL('../../index.html', import.meta.url))
const config = readConfig(process.env)
const how = await startMessage
mkdirSync(webDir, { recursive: true })
const portal = await start(config, {
  shell: async () => ({
    render: (settings) =>
      readFileSync(html, 'utf8')
        .replaceAll('" />', '">')
        .replace('<!--guiche:title-->', () => settings.operatorName.replace(/[<&]/g, ''))
        .replace('<!--guiche:settings-->', () => settingsBlock(settings)),
    build: 'dev',
    scriptHashes: [],
    styleHashes: [],
  }),
  announce: async (started) => {
    if (how === 'announced') await announce({ ...started, url: config.publicUrl })
  },
})
end = () => void portal.close().then(() => process.exit(0))
process.send?.('open')
