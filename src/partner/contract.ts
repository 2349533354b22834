import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import { data, endpoint, page } from '#kit/endpoint.ts'
import { int4RowId, listQuery, text } from '#kit/fields.ts'
import { recaptchaToken } from '#session/contract.ts'
import { reason } from '#staff/fields.ts'
import { idParams } from '#staff/formFields.ts'
import { ticket } from '#ticket/contract.ts'
import { benefitKindNames } from './benefit.ts'
import { shopCode } from './shopCode.ts'
import { validationStateNames } from './states.ts'

const base = '/api/partner'

const ownPartner = z.object({
  name: z.string(),
  /** The lots whose tickets it validates. */
  lots: z.array(z.string()),
  /** Active ones, in the order of their making. */
  benefits: z.array(z.object({ id: z.number(), name: z.string(), kind: z.enum(benefitKindNames) })),
  /** Standing and fixed ones of this month; a limit that is null does not exist. */
  month: z.object({
    count: z.number(),
    max_count: z.nullable(z.number()),
    value: z.number(),
    valueHuman: z.string(),
    max_value: z.nullable(z.number()),
    max_valueHuman: z.nullable(z.string()),
  }),
})
export type WireOwnPartner = z.output<typeof ownPartner>

/** What the shop's person sees of it: no plate, no person, no entrance. */
const given = z.object({
  id: z.number(),
  ticket: z.object({
    /** The number that was sent. */
    code: z.string(),
    /** Due now, in reais. */
    value: z.number(),
    valueHuman: z.string(),
    /** Until when nothing is due; null where something is, or where the price never rises again. */
    covered_until: z.nullable(z.string()),
    time_zone: z.string(),
  }),
  /** What it takes off now, in reais. */
  off: z.number(),
  offHuman: z.string(),
})
export type WireGivenValidation = z.output<typeof given>

const ownValidation = z.object({
  id: z.number(),
  at: z.string(),
  time_zone: z.string(),
  /** The number that was sent. */
  code: z.string(),
  benefit: z.string(),
  state: z.enum(validationStateNames),
  /** Granted, while standing what it takes off now; null once undone. */
  off: z.nullable(z.number()),
  offHuman: z.nullable(z.string()),
  /** Until when the shop may undo it; null where it may not. */
  undo_until: z.nullable(z.string()),
})
export type WireOwnValidation = z.output<typeof ownValidation>

/** docs/back-office.md#convênios. */
export const validationErrors = {
  ticket_not_found: 404,
  ticket_exited: 410,
  ticket_blocked: 409,
  ticket_reserved: 409,
  already_paid: 409,
  payment_in_flight: 409,
  nothing_due: 409,
  validation_limit: 409,
  already_validated: 409,
  validation_full: 409,
} as const

/** For anybody who is not tied to an active partner. */
const shopErrors = { forbidden: 403 } as const

export const readOwnPartner = endpoint('GET', `${base}/me`, 'customer', {
  summary: 'The shop of the caller, its benefits and what is left of the month; 403 without a shop.',
  reply: data(ownPartner),
  errors: shopErrors,
})

export const acceptInvitation = endpoint('POST', `${base}/invitations/accept`, 'customer', {
  summary: 'Ties the caller to the shop that invited them, with the token of the mailed link.',
  body: z.object({ token: text().check(z.minLength(1), z.maxLength(128)) }),
  reply: data(ownPartner),
  errors: { ...shopErrors, not_found: 404 },
})

export const validateTicket = endpoint('POST', `${base}/validations`, 'customer', {
  summary: 'Gives a benefit to a ticket; said twice, the same validation.',
  status: 201,
  body: z.object({ code: ticketCode, benefit_id: int4RowId }),
  reply: data(given),
  errors: { ...shopErrors, ...validationErrors, not_found: 404 },
})

export const listOwnValidations = endpoint('GET', `${base}/validations`, 'customer', {
  summary: 'The validations of the caller’s shop, the newest first.',
  query: listQuery,
  reply: page(ownValidation),
  errors: shopErrors,
})

export const undoOwnValidation = endpoint('DELETE', `${base}/validations/:id`, 'customer', {
  summary: 'Undoes a validation of the caller’s shop within 10 minutes; later 403.',
  params: idParams,
  body: z.object({ reason }),
  reply: data(ownValidation),
  errors: { ...shopErrors, validation_fixed: 409 },
})

export const createScreenCode = endpoint('POST', `${base}/screen_code`, 'customer', {
  summary: 'A code for one ticket, shown on the shop’s screen and good for 10 minutes.',
  status: 201,
  body: z.object({ benefit_id: int4RowId }),
  reply: data(
    z.object({
      code: z.string(),
      expires_at: z.string(),
      /** SVG of the address that the driver opens. */
      qr: z.string(),
    }),
  ),
  errors: { ...shopErrors, not_found: 404, validation_limit: 409 },
})

/** After 20 wrong codes of a session in an hour each try needs a human check. */
export const useShopCode = endpoint('POST', '/api/tk_ticket/validate', 'human', {
  summary: 'Gives the benefit of a shop’s code to a ticket; the same code and ticket get the same answer.',
  body: z.object({ ticket: ticketCode, code: shopCode, recaptcha: recaptchaToken }),
  reply: data(z.object({ ticket })),
  errors: { ...validationErrors, not_found: 404, code_used: 410 },
})
