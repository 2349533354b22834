import { useController, useFormContext } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import { RemoteInput } from '#kit/web/select/RemoteInput.tsx'
import type { AddressEntry } from '../useAddressForm.ts'
import { cityMeant } from './cityMeant.ts'

/** The city of the address form, 'Nome - UF'. Its list begins with the CEP's city and state. */
export function CityField() {
  const form = useFormContext<AddressEntry>()
  const { field, fieldState } = useController<AddressEntry, 'gl_city_id'>({ name: 'gl_city_id' })
  const [cep, text] = form.watch(['postalcode', 'cityText'])
  const near = onlyDigits(cep).length === 8
  return (
    <RemoteInput
      label="Cidade"
      name="city"
      autoComplete="address-level2"
      source={near ? { url: '/api/gl_city', params: { cep } } : { url: '/api/gl_city' }}
      required
      value={field.value === '' ? null : { id: field.value, text }}
      onChange={(city) => {
        form.setValue('cityText', city?.text ?? '')
        field.onChange(city?.id ?? '')
      }}
      onBlur={field.onBlur}
      meant={(items, typed) => cityMeant(items, typed, near)}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
