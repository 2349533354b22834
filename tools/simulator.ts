// npm run simulator: the acquirer's simulator as a process (src/acquirer/README.md).
import { simulatedMerchant } from '../simulators/cielo/merchant.ts'
import { startSimulator } from '../simulators/cielo/simulator.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const { env } = process
const secret = env['CIELO_NOTIFICATION_SECRET']
const queryPort = env['CIELO_SIM_QUERY_PORT']
const simulator = await startSimulator({
  port: Number(env['CIELO_SIM_PORT'] ?? 0),
  queryPort: queryPort ? Number(queryPort) : null,
  queryLagMs: Number(env['CIELO_SIM_QUERY_LAG_MS'] ?? 0),
  skipsWaits: env['CIELO_SIM_KIND'] === '1',
  merchant: {
    merchantId: env['CIELO_MERCHANT_ID'] || simulatedMerchant.merchantId,
    merchantKey: env['CIELO_MERCHANT_KEY'] || simulatedMerchant.merchantKey,
  },
  dataFile: env['CIELO_SIM_DATA'] || null,
  notifyUrl: env['CIELO_SIM_NOTIFY_URL'] || null,
  notifyHeader: secret ? { name: 'x-guiche-notification', value: secret } : null,
})

const { url, queryUrl } = simulator
const stop = () => {
  void simulator.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('disconnect', stop)
const ready = { url, query_url: queryUrl }
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
