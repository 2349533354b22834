import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { FieldFrame, type FieldBaseProps } from '../field/Field.tsx'
import fieldCss from '../field/Field.module.css'
import { useFieldError } from './fields.tsx'
import css from './PasswordField.module.css'

type Props = Omit<FieldBaseProps, 'error'> & {
  name: string
  autoComplete: 'current-password' | 'new-password'
  enterKeyHint?: 'go' | 'next' | 'done'
}

export function PasswordField({ name, label, hint, ...input }: Props) {
  const form = useFormContext()
  const [shown, setShown] = useState(false)
  const reveal = (
    <button type="button" className={css.reveal} onClick={() => setShown(!shown)}>
      <span>{shown ? 'Ocultar' : 'Mostrar'}</span>
      <span className="visually-hidden"> a senha</span>
    </button>
  )
  return (
    <FieldFrame label={label} hint={hint} error={useFieldError(name)} required labelEnd={reveal}>
      {(aria) => (
        <input
          {...input}
          {...aria}
          {...form.register(name)}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-required
          className={fieldCss.control}
        />
      )}
    </FieldFrame>
  )
}
