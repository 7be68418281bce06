/** The panel beside the board: which of its tabs is shown; on a phone it is a drawer. */
export type Tab = 'moves' | 'chat' | 'type' | 'points';

export class PanelState {
  tab = $state<Tab>('moves');
  /** Whether the drawer is open; on a wide screen the panel is always there. */
  isOpen = $state(false);

  show = (tab: Tab): void => {
    this.tab = tab;
    this.isOpen = true;
  };

  close = (): void => {
    this.isOpen = false;
  };
}
