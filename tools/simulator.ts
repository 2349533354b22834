// npm run simulator: the acquirer's simulator as a process of its own (docs/acquirer.md).
import { startSimulator } from '../src/acquirer/simulator/simulator.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const { env } = process
const secret = env['CIELO_NOTIFICATION_SECRET']
const simulator = await startSimulator({
  port: Number(env['CIELO_SIM_PORT'] ?? 0),
  dataFile: env['CIELO_SIM_DATA'] || null,
  notifyUrl: env['CIELO_SIM_NOTIFY_URL'] || null,
  notifyHeader: secret ? { name: 'x-guiche-notification', value: secret } : null,
})

const stop = () => {
  void simulator.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
process.stdout.write(`${JSON.stringify({ url: simulator.url })}\n`)
process.send?.({ url: simulator.url })
