import type { ComponentProps, ReactNode } from 'react'
import { ButtonContent, buttonClass, type ButtonVariant } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { hrefOf, type RouteName, type RouteParts } from './routes.ts'

type Props<N extends RouteName> = Omit<ComponentProps<'a'>, 'href' | 'className'> &
  RouteParts<N> & { to: N; variant?: ButtonVariant; icon?: IconName; children: ReactNode }

export function RouteLink<N extends RouteName>({
  to,
  params,
  query,
  variant,
  icon,
  children,
  ...rest
}: Props<N>) {
  return (
    <a {...rest} href={hrefOf(to, params, query)} className={variant && buttonClass(variant)}>
      {variant ? <ButtonContent icon={icon}>{children}</ButtonContent> : children}
    </a>
  )
}
