import { useFormContext } from 'react-hook-form'
import { TextField } from '#kit/web/form/fields.tsx'
import css from './Settings.module.css'

/** A colour as six hexadecimal digits, with a sample of how it reads; empty is the portal's own. */
export function ColorField({ name, label, fallback }: { name: string; label: string; fallback: string }) {
  const typed: unknown = useFormContext().watch(name)
  const color = typeof typed === 'string' && /^#[0-9a-f]{6}$/i.test(typed) ? typed : fallback
  return (
    <div className={css.color}>
      <TextField
        name={name}
        label={label}
        hint={`Vazio: ${fallback}.`}
        spellCheck={false}
        autoComplete="off"
      />
      <svg className={css.sample} viewBox="0 0 160 44" aria-hidden="true">
        <rect width="160" height="44" rx="10" fill={color} />
        <text x="80" y="28" textAnchor="middle" fill="#ffffff">
          Amostra
        </text>
      </svg>
    </div>
  )
}
