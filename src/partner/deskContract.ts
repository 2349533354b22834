import * as z from 'zod/mini'
import { ticketCode } from '#checkout/ticketCode.ts'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { int4RowId } from '#kit/fields.ts'
import { money, periodQuery, queryFilter, reason } from '#staff/fields.ts'
import { idParams } from '#staff/formFields.ts'
import { backOfficeTicket } from '#ticket/backoffice.ts'
import { partnerArea as area } from './backoffice.ts'
import { validationErrors } from './contract.ts'
import { validationStateNames } from './states.ts'

const validationRow = z.object({
  id: z.number(),
  at: z.string(),
  time_zone: z.string(),
  lot: z.string(),
  /** The ticket's code. */
  ticket: z.string(),
  partner: z.string(),
  benefit: z.string(),
  state: z.enum(validationStateNames),
  granted: z.nullable(money),
  owed: z.nullable(money),
  fixed_at: z.nullable(z.string()),
  undone_at: z.nullable(z.string()),
  who: z.string(),
  reason: z.nullable(z.string()),
})
export type WireValidationRow = z.output<typeof validationRow>

export const listValidations = endpoint('GET', '/api/staff/validations', 'supervisor', {
  levelText: [area, 'Ver os convênios concedidos'],
  summary: 'Validations by ticket, the newest first.',
  query: z.extend(periodQuery, {
    state: queryFilter(z.enum(validationStateNames)),
    partner_id: queryFilter(int4RowId),
  }),
  reply: page(validationRow),
})

const ticketParams = z.object({ id: ticketCode })

/** What the desk may give to a ticket. */
const benefitChoice = z.object({ id: z.number(), name: z.string(), partner: z.string() })
export type WireBenefitChoice = z.output<typeof benefitChoice>

export const listTicketBenefits = endpoint('GET', '/api/staff/tickets/:id/benefits', 'supervisor', {
  levelText: [area, 'Ver os benefícios para um ticket'],
  summary: 'Active benefits of the partners of a ticket’s lot.',
  params: ticketParams,
  reply: data(z.array(benefitChoice)),
})

export const validateAtDesk = endpoint('POST', '/api/staff/tickets/:id/validate', 'supervisor', {
  levelText: [area, 'Validar um ticket no balcão'],
  summary: 'Gives a benefit to a ticket, with a reason; said twice, the same validation.',
  params: ticketParams,
  body: z.object({ benefit_id: int4RowId, reason }),
  reply: edited(backOfficeTicket),
  errors: validationErrors,
})

export const undoValidation = endpoint('DELETE', '/api/staff/validations/:id', 'supervisor', {
  levelText: [area, 'Desfazer um convênio'],
  summary: 'Undoes a standing validation, with a reason.',
  params: idParams,
  body: z.object({ reason }),
  reply: edited(backOfficeTicket),
  errors: { validation_fixed: 409 },
})
