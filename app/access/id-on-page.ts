/** Names one thing of a page: the page's id, by which the right to it is decided, and its own. */
export interface IdOnPage {
  pageId: string;
  id: string;
}
