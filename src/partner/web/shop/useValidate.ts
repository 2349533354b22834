import { useState } from 'react'
import * as z from 'zod/mini'
import { ticketCode, ticketCodeText } from '#checkout/ticketCode.ts'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { validateTicket, type WireGivenValidation, type WireOwnPartner } from '../../contract.ts'

export type OwnBenefit = WireOwnPartner['benefits'][number]

export type Given = WireGivenValidation & { readonly benefit: string }

/** `isOfField`: the number is wrong, so the field says it. */
type Refusal = { readonly text: string; readonly isOfField: boolean }

/** `others` of `validate` are further readings of a scanned code, tried where the first is no ticket. */
export function useValidate(onGiven: (given: Given) => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const validate = useOneAtATime(
    async (benefit: OwnBenefit, typed: string, others: readonly string[] = []) => {
      setRefusal(null)
      const parsed = z.safeParse(ticketCode, typed)
      if (!parsed.success)
        return setRefusal({ text: parsed.error.issues[0]?.message ?? ticketCodeText, isOfField: true })
      try {
        const given = await whileLoading(give(benefit.id, [parsed.data, ...others]))
        onGiven({ ...given, benefit: benefit.name })
      } catch (failure) {
        const refused = refusalOf(failure)
        if (refused === null) notifyFailure(failure)
        setRefusal(refused)
      }
    },
  )
  return { refusal, forget: () => setRefusal(null), validate }
}

async function give(
  benefitId: number,
  [code = '', ...others]: readonly string[],
): Promise<WireGivenValidation> {
  try {
    return (await call(validateTicket, { body: { code, benefit_id: benefitId } })).data
  } catch (failure) {
    const isElse = failure instanceof CallFailure && failure.status === 404 && others.length > 0
    if (!isElse) throw failure
    return give(benefitId, others)
  }
}

/** Null where nobody refused: the connection or the server failed. */
function refusalOf(failure: unknown): Refusal | null {
  if (!(failure instanceof CallFailure)) throw failure
  const { status, code } = failure
  if (status < 400 || status >= 500 || status === 429 || status === 401) return null
  return { text: failureText(failure), isOfField: code === 'ticket_not_found' || status === 422 }
}
