import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { lookUpCep } from '../../contract.ts'
import type { AddressEntry } from '../useAddressForm.ts'
import { noValues, fillableFields, lookUpText, unchangedFields, valuesOf } from './cepFill.ts'
import { cepTexts } from './cepFill.ts'

type Found = NonNullable<ReplyOf<typeof lookUpCep>['data']>

/** Limit of docs/spec.md#times. */
const patienceMs = 1_500

/** Fills the fields that nobody edited. Returns the text beside the CEP. */
export function useCepLookUp(form: UseFormReturn<AddressEntry>): string {
  const [note, setNote] = useState('')
  const lastCep = useRef('')
  const fields = useCepFields(form)
  const cep = onlyDigits(form.watch('postalcode'))
  useEffect(() => {
    if (cep.length !== 8) return setNote('')
    const changed = lastCep.current !== '' && lastCep.current !== cep
    lastCep.current = cep
    if (changed) fields.clearFilled()
    else if (!fields.hasFillable()) return setNote('')
    const stop = new AbortController()
    let left = false
    const patience = setTimeout(() => stop.abort(), patienceMs)
    setNote(cepTexts.searching)
    call(lookUpCep, { params: { cep }, signal: stop.signal })
      .then(({ data }) => setNote(data ? fields.fill(data, changed) : cepTexts.unknown))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (!left) setNote(cepTexts.failed)
      })
      .finally(() => clearTimeout(patience))
    return () => {
      left = true
      stop.abort()
    }
  }, [cep, fields])
  return note
}

function useCepFields({ getValues, setValue }: UseFormReturn<AddressEntry>) {
  const [filling] = useState(() => {
    let filledByCep = noValues
    return {
      hasFillable: () => fillableFields(getValues(), filledByCep).length > 0,
      clearFilled() {
        const stale = unchangedFields(getValues(), filledByCep)
        for (const name of stale) setValue(name, '')
        if (stale.includes('gl_city_id')) setValue('cityText', '')
        filledByCep = noValues
      },
      fill(data: Found, changed: boolean): string {
        const found = valuesOf(data)
        const filled = fillableFields(getValues(), filledByCep).filter(
          (name) => found[name] !== '' && !(name === 'gl_city_id' && isTypingCity()),
        )
        for (const name of filled) setValue(name, found[name], { shouldValidate: true })
        selectFilledText(filled)
        if (filled.includes('gl_city_id')) setValue('cityText', data.city?.text ?? '')
        filledByCep = { ...filledByCep, ...Object.fromEntries(filled.map((name) => [name, found[name]])) }
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
