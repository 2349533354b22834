// npm run bank: the Pix simulator as a process (src/acquirer/server/pix/README.md).
import { startPixSimulator } from '../../simulators/pix/pixSimulator.ts'
import { requireNode } from '../requireNode.ts'

requireNode()
const { env } = process
const simulator = await startPixSimulator({
  port: Number(env['PIX_SIM_PORT'] ?? 0),
  dataFile: env['PIX_SIM_DATA'] || null,
})

const stop = () => {
  void simulator.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
process.stdout.write(`${JSON.stringify({ url: simulator.url })}\n`)
process.send?.({ url: simulator.url })
