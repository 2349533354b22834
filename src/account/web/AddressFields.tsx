import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import css from './Account.module.css'
import { CityField } from './city/CityField.tsx'

/**
 * The fields of an address, inside a `Form` of an `AddressEntry`. `cepNote`: what the CEP look-up says. `nearId`: the city
 * that the list of cities begins with while no CEP says another. The number of a house has no token of its own in HTML:
 * with another field's, a browser would put the flat or the street into it.
 */
export function AddressFields({ cepNote, nearId }: { cepNote: string; nearId?: unknown }) {
  return (
    <>
      <div>
        <MaskedTextField
          name="postalcode"
          mask="cep"
          label="CEP"
          autoComplete="postal-code"
          enterKeyHint="next"
          required
        />
        <p className={css.cepNote} role="status">
          {cepNote}
        </p>
      </div>
      <TextField
        name="street"
        label="Endereço"
        hint="Rua, avenida ou praça."
        autoComplete="address-line1"
        enterKeyHint="next"
        required
      />
      <div className={css.pair}>
        <TextField name="streetNumber" label="Número" autoComplete="off" enterKeyHint="next" required />
        <TextField
          name="complement"
          label="Complemento"
          autoComplete="address-line2"
          enterKeyHint="next"
          required={false}
        />
      </div>
      <TextField
        name="neighborhood"
        label="Bairro"
        autoComplete="address-level3"
        enterKeyHint="next"
        required
      />
      <CityField nearId={nearId} />
    </>
  )
}
