import { useController, useFormContext } from 'react-hook-form'
import { RemoteSelect } from '#kit/web/select/RemoteSelect.tsx'
import type { AddressEntry } from './useAddressForm.ts'

/** The city of the address form, 'Nome - UF'. */
export function CityField() {
  const form = useFormContext<AddressEntry>()
  const { field, fieldState } = useController<AddressEntry, 'gl_city_id'>({ name: 'gl_city_id' })
  const text = form.watch('cityText')
  return (
    <RemoteSelect
      label="Cidade"
      url="/api/gl_city"
      required
      value={field.value === '' ? null : { id: field.value, text }}
      onChange={(city) => {
        form.setValue('cityText', city?.text ?? '')
        field.onChange(city?.id ?? '')
      }}
      onBlur={field.onBlur}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
