/** The sections in the order of the screen; its address names the `id`. */
export const sectionNames = [
  { id: 'operator', title: 'Operador' },
  { id: 'contact', title: 'Contato' },
  { id: 'methods', title: 'Formas de pagamento' },
  { id: 'fees', title: 'Taxas das adquirentes' },
  { id: 'contests', title: 'Reclamações' },
  { id: 'reservations', title: 'Reservas' },
  { id: 'page', title: 'Página' },
  { id: 'colors', title: 'Cores' },
  { id: 'logo', title: 'Logotipo' },
] as const

export type SectionId = (typeof sectionNames)[number]['id']
