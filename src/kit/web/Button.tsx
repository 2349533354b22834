import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './Button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant
  icon?: IconName
  disabledReason?: string | undefined
  busy?: boolean
}

export function buttonClass(variant: ButtonVariant): string {
  return `${css.button} ${css[variant]}`
}

export function ButtonContent({ icon, children }: { icon?: IconName | undefined; children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} size={22} />}
      <span>{children}</span>
    </>
  )
}

/** `primary` ones submit by default. */
export function Button(props: ButtonProps) {
  const { variant = 'primary', icon, disabledReason, busy, children, type, ...rest } = props
  const note = useId()
  const button = (
    <button
      {...rest}
      type={type ?? (variant === 'primary' ? 'submit' : 'button')}
      className={buttonClass(variant)}
      disabled={busy === true || disabledReason !== undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : note}
    >
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <div className="stack">
      <p id={note} className={css.note}>
        <Icon name="info" size={18} />
        <span>{disabledReason}</span>
      </p>
      {button}
    </div>
  )
}
