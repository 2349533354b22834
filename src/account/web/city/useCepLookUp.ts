import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/call/failure.ts'
import { giveWay } from '#kit/web/form/fields.tsx'
import { lookUpCep } from '../../contract.ts'
import { cepTexts, filledText } from './cepTexts.ts'
import type { AddressEntry } from '../useAddressForm.ts'

type Found = NonNullable<ReplyOf<typeof lookUpCep>['data']>
type Filled = Pick<AddressEntry, 'street' | 'neighborhood' | 'gl_city_id'>

/** Nobody waits longer for what only saves typing (docs/limits.md#2-times-of-the-page). */
const patienceMs = 1_500

/** Looks the address up once the CEP is complete, and fills what nobody typed. Answers what to say beside the field. */
export function useCepLookUp(form: UseFormReturn<AddressEntry>): string {
  const [said, say] = useState('')
  const ours = useRef<Filled>({ street: '', neighborhood: '', gl_city_id: '' })
  const cep = onlyDigits(form.watch('postalcode'))
  const { getValues, setValue } = form
  useEffect(() => {
    if (cep.length !== 8) return say('')
    const open = fields.filter((name) => ['', ours.current[name]].includes(getValues(name)))
    if (open.length === 0) return say('')
    const stop = new AbortController()
    let left = false
    const patience = setTimeout(() => stop.abort(), patienceMs)
    say(cepTexts.searching)
    call(lookUpCep, { params: { cep }, signal: stop.signal })
      .then(({ data }) => {
        if (!data) return say(cepTexts.unknown)
        const found = foundValues(data)
        const filled = open.filter(
          (name) => found[name] !== '' && ['', ours.current[name]].includes(getValues(name)),
        )
        for (const name of filled) setValue(name, found[name], { shouldValidate: true })
        giveWay(filled)
        if (filled.includes('gl_city_id')) setValue('cityText', data.city?.text ?? '')
        ours.current = { ...ours.current, ...Object.fromEntries(filled.map((name) => [name, found[name]])) }
        say(filledText(filled))
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (!left) say(cepTexts.failed)
      })
      .finally(() => clearTimeout(patience))
    return () => {
      left = true
      stop.abort()
    }
  }, [cep, getValues, setValue])
  return said
}

const fields = ['street', 'neighborhood', 'gl_city_id'] as const

function foundValues({ street, neighborhood, city }: Found): Filled {
  return { street, neighborhood, gl_city_id: city ? String(city.id) : '' }
}
