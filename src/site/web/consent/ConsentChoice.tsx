import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Checkbox } from '#kit/web/field/Checkbox.tsx'
import css from './Consent.module.css'
import { consent } from './consent.ts'

export default function ConsentChoice({ onSave }: { onSave: (ua: boolean) => void }) {
  const [ua, setUa] = useState(consent.get().ua)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className={css.text}>
        <h2 ref={heading} tabIndex={-1}>
          Gerenciar Cookies
        </h2>
        <Checkbox
          label="Cookie de sessão (obrigatório)"
          hint="Mantém o seu ticket e o seu login enquanto você usa o portal."
          checked
          disabled
          readOnly
        />
        <Checkbox
          label="Metadados de navegação"
          hint="Ajudam a entender quais telas funcionam mal. Nunca incluem dados do pagamento."
          checked={ua}
          onChange={(event) => setUa(event.currentTarget.checked)}
        />
      </div>
      <div className={css.actions}>
        <Button variant="plain" type="button" onClick={() => onSave(ua)}>
          Salvar
        </Button>
      </div>
    </>
  )
}
