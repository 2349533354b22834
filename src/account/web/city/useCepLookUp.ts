import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { giveWay } from '#kit/web/form/fields.tsx'
import { lookUpCep } from '../../contract.ts'
import type { AddressEntry } from '../useAddressForm.ts'
import { noValues, fillableFields, lookUpText, unchangedFields, valuesOf } from './cepFill.ts'
import { cepTexts } from './cepTexts.ts'

type Found = NonNullable<ReplyOf<typeof lookUpCep>['data']>

/** Limit of docs/spec.md#times. */
const patienceMs = 1_500

/**
 * Looks up a complete CEP, fills unedited fields and clears those filled by the CEP before. Returns the text
 * beside the field.
 */
export function useCepLookUp(form: UseFormReturn<AddressEntry>): string {
  const [said, say] = useState('')
  const before = useRef('')
  const filling = useFilling(form)
  const cep = onlyDigits(form.watch('postalcode'))
  useEffect(() => {
    if (cep.length !== 8) return say('')
    const changed = before.current !== '' && before.current !== cep
    before.current = cep
    if (changed) filling.empty()
    else if (!filling.isOpen()) return say('')
    const stop = new AbortController()
    let left = false
    const patience = setTimeout(() => stop.abort(), patienceMs)
    say(cepTexts.searching)
    call(lookUpCep, { params: { cep }, signal: stop.signal })
      .then(({ data }) => say(data ? filling.fill(data, changed) : cepTexts.unknown))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (!left) say(cepTexts.failed)
      })
      .finally(() => clearTimeout(patience))
    return () => {
      left = true
      stop.abort()
    }
  }, [cep, filling])
  return said
}

function useFilling({ getValues, setValue }: UseFormReturn<AddressEntry>) {
  const [filling] = useState(() => {
    let ours = noValues
    return {
      isOpen: () => fillableFields(getValues(), ours).length > 0,
      empty() {
        const stale = unchangedFields(getValues(), ours)
        for (const name of stale) setValue(name, '')
        if (stale.includes('gl_city_id')) setValue('cityText', '')
        ours = noValues
      },
      fill(data: Found, changed: boolean): string {
        const found = valuesOf(data)
        const filled = fillableFields(getValues(), ours).filter(
          (name) => found[name] !== '' && !(name === 'gl_city_id' && isTypingCity()),
        )
        for (const name of filled) setValue(name, found[name], { shouldValidate: true })
        giveWay(filled)
        if (filled.includes('gl_city_id')) setValue('cityText', data.city?.text ?? '')
        ours = { ...ours, ...Object.fromEntries(filled.map((name) => [name, found[name]])) }
        return lookUpText({ found, filled, now: getValues(), changed })
      },
    }
  })
  return filling
}

/** The form does not contain a half-typed city. */
function isTypingCity(): boolean {
  const at = document.activeElement
  return at instanceof HTMLInputElement && at.name === 'city' && at.value !== ''
}
