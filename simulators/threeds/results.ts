import { cardBrands } from '#acquirer/brands.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { recogniseBrand } from '#acquirer/recogniseBrand.ts'

/** How an authentication goes, by its card (src/acquirer/README.md#3ds). `challenge` asks the cardholder. */
export type Course =
  | 'challenge'
  | 'challenge_failed'
  | 'frictionless'
  | 'frictionless_failed'
  | 'attempted'
  | 'unenrolled'
  | 'error'
  | 'unsupported'

/** What the script's page is told: one of its events, with what `onSuccess` and the others bring. */
export type Result = {
  readonly event: 'onSuccess' | 'onFailure' | 'onUnenrolled' | 'onError' | 'onUnsupportedBrand'
  readonly data: Readonly<Record<string, string>>
}

/** Cielo's sandbox cards that do not ask, or fail, and ours for what it has none for. */
const courses: Readonly<Record<string, Course>> = {
  ...cards('challenge_failed', '4000000000002370 5200000000002490 6505290000002208'),
  ...cards('unenrolled', '4000000000002420 5200000000002664 6505290000002257'),
  ...cards('error', '4000000000002644 5200000000002656 6505290000002265'),
  ...cards('frictionless', '4000000000002701 5200000000002235 6505290000002000'),
  ...cards('frictionless', '4000000000001000 5200000000001005'),
  ...cards('frictionless_failed', '4000000000002925 5200000000002276 6505290000002018'),
  ...cards('attempted', '4000000000000101 5200000000000114 6505290000000061'),
}

function cards(course: Course, numbers: string): Record<string, Course> {
  return Object.fromEntries(numbers.split(' ').map((number) => [number, course]))
}

export function courseOf(number: string): Course {
  const brand = recogniseBrand(number)
  // The service takes Amex too, though the portal does not ask for it.
  if (brand === null || (!cardBrands[brand].authenticates && brand !== 'Amex')) return 'unsupported'
  return lookUp(courses, number) ?? 'challenge'
}

/** What the brand answers for a cardholder of this card. */
export function vouched(
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

/** The events of those for whom nobody answers. */
export const unvouched = {
  refused: { event: 'onFailure', data: { Eci: '07', ReturnCode: '476' } },
  abandoned: { event: 'onError', data: { ReturnCode: 'MPI902', ReturnMessage: 'Challenge abandoned' } },
  error: { event: 'onError', data: { ReturnCode: '150', ReturnMessage: 'Internal error' } },
  unenrolled: { event: 'onUnenrolled', data: { Eci: '07' } },
  unsupported: { event: 'onUnsupportedBrand', data: { ReturnCode: 'MPI600' } },
} as const satisfies Readonly<Record<string, Result>>
