import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Button.module.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  look?: ButtonLook
  icon?: IconName
  missing?: string | undefined
  busy?: boolean
}

export function buttonClass(look: ButtonLook): string {
  return `${css.button} ${css[look]}`
}

export function ButtonFace({ icon, children }: { icon?: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={22} />}
      <span>{children}</span>
    </>
  )
}

/** `primary` ones submit by default. */
export function Button(props: ButtonProps) {
  const { look = 'primary', icon, missing, busy, children, type, ...rest } = props
  const note = useId()
  const button = (
    <button
      {...rest}
      type={type ?? (look === 'primary' ? 'submit' : 'button')}
      className={buttonClass(look)}
      disabled={busy === true || missing !== undefined}
      aria-busy={busy || undefined}
      aria-describedby={missing === undefined ? rest['aria-describedby'] : note}
    >
      <ButtonFace icon={icon}>{children}</ButtonFace>
    </button>
  )
  if (missing === undefined) return button
  return (
    <div className={css.withNote}>
      <p id={note} className={css.note}>
        <Icon name="info" size={18} />
        <span>{missing}</span>
      </p>
      {button}
    </div>
  )
}
