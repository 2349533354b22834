import { standingAlerts } from '#alert/server/store.ts'
import type { Db } from '#db/schema.ts'
import { sealedCards } from '#card/server/sealedCards.ts'
import { countOldSeals } from '#kit/server/reseal.ts'
import { closingLag } from '#closing/server/closingLag.ts'
import type { Clock } from '#kit/clock.ts'
import type { DatabaseGauge } from '#kit/server/http/metrics.ts'
import { countWaitingJobs } from '#kit/server/jobs/queue.ts'
import type { CardKeys } from '#kit/server/sealKeys.ts'
import { countWaiting } from '#payment/server/flow/countWaiting.ts'
import { countOpenCases } from '#payment/server/ledger/cases.ts'
import { sealedSecrets } from '#staff/server/deps.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly cardKeys: CardKeys }

/** docs/operating.md#metrics */
export const databaseGauges: readonly DatabaseGauge<Deps>[] = [
  {
    name: 'guiche_alert',
    help: 'Whether an alert stands, by kind and lot',
    label: 'kind',
    secondLabel: 'lot',
    read: ({ db }) => standingAlerts(db),
  },
  { name: 'guiche_waiting', help: 'What waits, by what for', label: 'what', read: readWaiting },
  {
    name: 'guiche_closing_lag_days',
    help: 'Days before today that are not closed, by number of the lot',
    label: 'lot',
    read: ({ db, clock }) => closingLag(db, clock.now()),
  },
]

async function readWaiting(deps: Deps): Promise<Readonly<Record<string, number>>> {
  const jobs = await countWaitingJobs(deps.db)
  const states = Object.entries(await countWaiting(deps.db))
  const payments = Object.fromEntries(states.map(([state, count]) => [`payment_${state}`, count]))
  const [cards, secrets] = [await countOldSeals(deps, sealedCards), await countOldSeals(deps, sealedSecrets)]
  return {
    job: jobs.waiting,
    job_dead: jobs.dead,
    card_old_key: cards.old + secrets.old,
    card_lost_key: cards.lost + secrets.lost,
    review_case: await countOpenCases(deps.db),
    ...payments,
  }
}
