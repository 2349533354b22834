import { cardBrands } from '#acquirer/brands.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { recogniseBrand } from '#acquirer/recogniseBrand.ts'

/** What happens in an authentication, by card (src/acquirer/README.md#3ds). */
type Scenario =
  | 'challenge'
  | 'challenge_failed'
  | 'frictionless'
  | 'frictionless_failed'
  | 'attempted'
  | 'unenrolled'
  | 'error'
  | 'unsupported'

/** An event of the script, with its data. */
export type Result = {
  readonly event: 'onSuccess' | 'onFailure' | 'onUnenrolled' | 'onError' | 'onUnsupportedBrand'
  readonly data: Readonly<Record<string, string>>
}

/** Cielo's sandbox cards without a challenge, and further cards of the simulator. */
const scenarioByCard: Readonly<Record<string, Scenario>> = {
  ...cards('challenge_failed', '4000000000002370 5200000000002490 6505290000002208'),
  ...cards('unenrolled', '4000000000002420 5200000000002664 6505290000002257'),
  ...cards('error', '4000000000002644 5200000000002656 6505290000002265'),
  ...cards('frictionless', '4000000000002701 5200000000002235 6505290000002000'),
  ...cards('frictionless', '4000000000001000 5200000000001005'),
  ...cards('frictionless_failed', '4000000000002925 5200000000002276 6505290000002018'),
  ...cards('attempted', '4000000000000101 5200000000000114 6505290000000061'),
}

function cards(course: Scenario, numbers: string): Record<string, Scenario> {
  return Object.fromEntries(numbers.split(' ').map((number) => [number, course]))
}

export function scenarioOf(number: string): Scenario {
  const brand = recogniseBrand(number)
  // The service takes Amex too, though the portal does not ask for it.
  if (brand === null || (!cardBrands[brand].authenticates && brand !== 'Amex')) return 'unsupported'
  return lookUp(scenarioByCard, number) ?? 'challenge'
}

export function successResult(
  as: 'authenticated' | 'attempted' | 'data_only',
  { number, referenceId, xid }: { number: string; referenceId: string; xid: string },
): Result {
  const { eci } = cardBrands[recogniseBrand(number) ?? 'Visa']
  return {
    event: 'onSuccess',
    data: {
      ...(as === 'data_only' ? {} : { Cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=' }),
      Xid: xid,
      Eci: eci[as].padStart(2, '0'),
      Version: '2.2.0',
      ReferenceId: referenceId,
    },
  }
}

export const failureResults = {
  refused: { event: 'onFailure', data: { Eci: '07', ReturnCode: '476' } },
  abandoned: { event: 'onError', data: { ReturnCode: 'MPI902', ReturnMessage: 'Challenge abandoned' } },
  error: { event: 'onError', data: { ReturnCode: '150', ReturnMessage: 'Internal error' } },
  unenrolled: { event: 'onUnenrolled', data: { Eci: '07' } },
  unsupported: { event: 'onUnsupportedBrand', data: { ReturnCode: 'MPI600' } },
} as const satisfies Readonly<Record<string, Result>>
