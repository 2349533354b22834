import { useCallback, useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { readDraft } from '#kit/web/state/draft.ts'
import { rememberAddress } from '#checkout/web/rememberedPayer.ts'
import { getAddress, setAddress } from '../contract.ts'
import { addressSchema, resolveTypedCity } from './city/addressForm.ts'

const addressFieldNames = [
  'postalcode',
  'street',
  'streetNumber',
  'complement',
  'neighborhood',
  'gl_city_id',
  'cityText',
] as const

export type AddressEntry = Record<(typeof addressFieldNames)[number], string>

const emptyEntry: AddressEntry = {
  postalcode: '',
  street: '',
  streetNumber: '',
  complement: '',
  neighborhood: '',
  gl_city_id: '',
  cityText: '',
}

/** docs/spec.md#address. Empty fields are filled from the draft, else from the session. */
export function useAddressForm(code?: string) {
  const form = useForm<AddressEntry>({ schema: addressSchema, defaultValues: emptyEntry, draft: 'address' })
  const { getValues, setValue } = form
  const { view } = useLoad(useCallback((signal: AbortSignal) => loadAddress(code, signal), [code]))
  const kept = view.state === 'ready' ? view.value : null
  useEffect(() => {
    if (kept === null) return
    const free = addressFieldNames.filter((name) => getValues(name) === '')
    for (const name of free) setValue(name, kept[name])
    selectFilledText(free)
  }, [kept, getValues, setValue])
  const save = async (typed: AddressEntry) => {
    const entry = await whileLoading(resolveTypedCity(typed))
    await whileLoading(call(setAddress, { body: { ...entry, ticket_code: code } }))
    if (readDraft('account')['remember'] === true) rememberAddress(entry)
  }
  return { form, save }
}

async function loadAddress(code: string | undefined, signal: AbortSignal): Promise<AddressEntry | null> {
  const { data } = await call(getAddress, { query: { ticket_code: code }, signal })
  if (!data) return null
  const { city, draft: _, ...rest } = data
  return {
    ...rest,
    postalcode: maskText('cep', rest.postalcode),
    gl_city_id: String(city.id),
    cityText: city.text,
  }
}
