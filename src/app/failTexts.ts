import { accountFailures } from '#account/failures.ts'
import { cardFailures } from '#card/failures.ts'
import { closingFailures } from '#closing/failures.ts'
import { contestFailures } from '#contest/failures.ts'
import { disputeFailures } from '#dispute/failures.ts'
import { equipmentFailures } from '#equipment/failures.ts'
import type { FailName } from '#kit/fail.ts'
import { commonTexts } from '#kit/failTexts.ts'
import { partnerFailures } from '#partner/failures.ts'
import { paymentFailures } from '#payment/failures.ts'
import { reservationFailures } from '#reservation/failures.ts'
import { sessionFailures } from '#session/failures.ts'
import { siteFailures } from '#site/failures.ts'
import { staffFailures } from '#staff/failures.ts'
import { ticketFailures } from '#ticket/failures.ts'
import { tillFailures } from '#till/failures.ts'
import { vehicleFailures } from '#vehicle/failures.ts'

const nounTexts = {
  ...sessionFailures,
  ...accountFailures,
  ...vehicleFailures,
  ...cardFailures,
  ...paymentFailures,
  ...ticketFailures,
  ...partnerFailures,
  ...reservationFailures,
  ...tillFailures,
  ...closingFailures,
  ...equipmentFailures,
  ...disputeFailures,
  ...contestFailures,
  ...staffFailures,
  ...siteFailures,
}

declare module '#kit/fail.ts' {
  interface FailNames {
    nouns: keyof typeof nounTexts
  }
}

export const failTexts: Readonly<Record<FailName, string>> = { ...commonTexts, ...nounTexts }
