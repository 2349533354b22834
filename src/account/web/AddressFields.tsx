import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import css from './Account.module.css'
import { useController, useFormContext } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import { RemoteSelect } from '#kit/web/select/RemoteSelect.tsx'
import type { AddressEntry } from './useAddressForm.ts'
import { matchTypedCity } from './city/addressForm.ts'

const nextFieldProps = { enterKeyHint: 'next', required: true } as const

/** Without a CEP the list begins near the city `nearId`. HTML has no autofill token for a house number. */
export function AddressFields({ cepNote, nearId }: { cepNote: string; nearId?: unknown }) {
  return (
    <>
      <div>
        <MaskedTextField
          {...nextFieldProps}
          name="postalcode"
          mask="cep"
          label="CEP"
          autoComplete="postal-code"
        />
        <div className={css.cepNote}>
          {!cepNote && <p>Com o CEP completo preenchemos o endereço, o bairro e a cidade.</p>}
          <LiveRegion>{cepNote}</LiveRegion>
        </div>
      </div>
      <TextField
        {...nextFieldProps}
        name="street"
        label="Endereço"
        hint="Rua, avenida ou praça."
        autoComplete="address-line1"
      />
      <div className={css.pair}>
        <TextField {...nextFieldProps} name="streetNumber" label="Número" autoComplete="off" />
        <TextField
          {...nextFieldProps}
          name="complement"
          label="Complemento"
          autoComplete="address-line2"
          required={false}
        />
      </div>
      <TextField {...nextFieldProps} name="neighborhood" label="Bairro" autoComplete="address-level3" />
      <CityField nearId={nearId} />
    </>
  )
}

function CityField({ nearId }: { nearId: unknown }) {
  const form = useFormContext<AddressEntry>()
  const { field, fieldState } = useController<AddressEntry, 'gl_city_id'>({ name: 'gl_city_id' })
  const [cep, text] = form.watch(['postalcode', 'cityText'])
  const hasCep = onlyDigits(cep).length === 8
  const params = { ...(hasCep && { cep }), ...(typeof nearId === 'number' && { near: String(nearId) }) }
  return (
    <RemoteSelect
      label="Cidade"
      name="city"
      autoComplete="address-level2"
      source={{ url: '/api/gl_city', params }}
      required
      value={field.value === '' ? null : { id: field.value, text }}
      initialText={field.value === '' ? text : ''}
      onType={(typed) => form.setValue('cityText', typed)}
      onChange={(city) => {
        form.setValue('cityText', city?.text ?? '')
        field.onChange(city?.id ?? '')
      }}
      onBlur={field.onBlur}
      findMatch={(items, typed) => matchTypedCity(items, typed, hasCep)}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
