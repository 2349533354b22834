import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import css from './Account.module.css'
import { CityField } from './CityField.tsx'

/** The fields of an address, inside a `Form` of an `AddressEntry`. `cepNote`: what the CEP look-up says, if it is on. */
export function AddressFields({ cepNote }: { cepNote: string | null }) {
  return (
    <>
      <div>
        <MaskedTextField name="postalcode" mask="cep" label="CEP" autoComplete="postal-code" required />
        {cepNote !== null && (
          <p className={css.cepNote} role="status">
            {cepNote}
          </p>
        )}
      </div>
      <TextField
        name="street"
        label="Endereço"
        hint="Rua, avenida ou praça."
        autoComplete="address-line1"
        required
      />
      <div className={css.pair}>
        <TextField name="streetNumber" label="Número" autoComplete="off" required />
        <TextField name="complement" label="Complemento" autoComplete="address-line2" required={false} />
      </div>
      <TextField name="neighborhood" label="Bairro" autoComplete="address-level3" required />
      <CityField />
    </>
  )
}
