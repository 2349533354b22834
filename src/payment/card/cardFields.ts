import { cardTexts, passesLuhn } from '../method/cardChecks.ts'
import * as z from 'zod/mini'
import { onlyDigits, cleanText, normaliseExpiry } from '#kit/brazil.ts'
import { fieldTexts, requiredText, text } from '#kit/fields.ts'

const cardCvv = z.pipe(
  z.nullish(
    text().check(
      z.overwrite((text) => cleanText(text)),
      z.refine((text) => text === '' || /^\d{3,4}$/.test(text), cardTexts.cvv),
    ),
  ),
  z.transform((text) => (text === undefined || text === null || text === '' ? null : text)),
)

/** docs/spec.md#new-card */
export const cardFields = z.object({
  isNewCard: z.literal(true, { error: fieldTexts.required }),
  cardNumber: z.pipe(
    requiredText(40).check(z.refine((text) => passesLuhn(onlyDigits(text)), cardTexts.number)),
    z.transform(onlyDigits),
  ),
  cardHolderName: requiredText(60),
  cardExpiration: z.pipe(
    requiredText(20).check(z.refine((text) => normaliseExpiry(text) !== null, cardTexts.expiry)),
    z.transform((text) => normaliseExpiry(text) ?? text),
  ),
  cardCvv,
  cardSave: z.nullish(z.boolean()),
})

/** docs/spec.md#saved-card */
export const savedCardFields = z.object({
  isNewCard: z.literal(false),
  payMethod_token: requiredText(64),
  cardCvv,
  cardSave: z.nullish(z.boolean()),
})
