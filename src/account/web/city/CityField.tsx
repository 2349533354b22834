import { useController, useFormContext } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import { RemoteInput } from '#kit/web/select/RemoteInput.tsx'
import type { AddressEntry } from '../useAddressForm.ts'
import { matchTypedCity } from './matchTypedCity.ts'

export function CityField({ nearId }: { nearId: unknown }) {
  const form = useFormContext<AddressEntry>()
  const { field, fieldState } = useController<AddressEntry, 'gl_city_id'>({ name: 'gl_city_id' })
  const [cep, text] = form.watch(['postalcode', 'cityText'])
  const hasCep = onlyDigits(cep).length === 8
  const params = { ...(hasCep && { cep }), ...(typeof nearId === 'number' && { near: String(nearId) }) }
  return (
    <RemoteInput
      label="Cidade"
      name="city"
      autoComplete="address-level2"
      source={{ url: '/api/gl_city', params }}
      required
      value={field.value === '' ? null : { id: field.value, text }}
      startText={field.value === '' ? text : ''}
      onType={(typed) => form.setValue('cityText', typed)}
      onChange={(city) => {
        form.setValue('cityText', city?.text ?? '')
        field.onChange(city?.id ?? '')
      }}
      onBlur={field.onBlur}
      meant={(items, typed) => matchTypedCity(items, typed, hasCep)}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
