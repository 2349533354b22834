import { Live } from '#kit/web/notice/Live.tsx'
import { MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import css from './Account.module.css'
import { CityField } from './city/CityField.tsx'

/** `nearId`: city at the top of the list without a CEP. HTML has no autofill token for a house number. */
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
        <div className={css.cepNote}>
          {!cepNote && <p>Com o CEP completo preenchemos o endereço, o bairro e a cidade.</p>}
          <Live>{cepNote}</Live>
        </div>
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
