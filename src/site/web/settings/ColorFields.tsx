import { useFormContext } from 'react-hook-form'
import { TextField } from '#kit/web/form/fields.tsx'
import { contrastProblem, operatorPalette } from '../../palette.ts'
import css from './Settings.module.css'

export function ColorFields() {
  return (
    <>
      <ColorField name="signColor" label="Cor das ações" picked="ações" fallback="#0b57d0" />
      <ColorField name="goColor" label="Cor de pago" picked="pago" fallback="#0a7a4b" />
    </>
  )
}

type Props = { name: 'signColor' | 'goColor'; label: string; picked: string; fallback: string }

/** An empty field takes the portal's colour. `picked` says what the colour is for. */
function ColorField({ name, label, picked, fallback }: Props) {
  const { watch, setValue } = useFormContext()
  const typed: unknown = watch(name)
  const color = typeof typed === 'string' && /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : fallback
  return (
    <div className="stack tight">
      <TextField
        name={name}
        label={label}
        hint={`Vazio, vale a cor do Guichê (${fallback}).`}
        spellCheck={false}
        autoComplete="off"
      />
      <div className={css.picked}>
        <input
          type="color"
          className={css.picker}
          aria-label={`Seletor de cor: ${picked}`}
          value={color}
          onChange={({ target }) =>
            setValue(name, target.value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          }
        />
        {contrastProblem(color) === null && <Samples name={name} color={color} />}
      </div>
    </div>
  )
}

function Samples({ name, color }: { name: Props['name']; color: string }) {
  const palette = operatorPalette({ signColor: null, goColor: null, [name]: color })
  const shade = (token: string) => palette[`--operator-${name === 'signColor' ? 'sign' : 'go'}${token}`]
  const samples = [
    { text: 'Claro', ground: color, ink: '#ffffff' },
    ...(name === 'signColor' ? [{ text: 'Toque', ground: shade('-deep'), ink: '#ffffff' }] : []),
    { text: 'Fundo', ground: shade('-tint'), ink: color },
    { text: 'Escuro', ground: shade('-dark'), ink: '#0b1120' },
  ]
  return (
    <svg className={css.samples} viewBox={`0 0 ${samples.length * 68} 44`} aria-hidden="true">
      {samples.map(({ text, ground, ink }, i) => (
        <g key={text}>
          <rect x={i * 68} width="64" height="44" rx="10" fill={ground} />
          <text x={i * 68 + 32} y="27" textAnchor="middle" fill={ink}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
