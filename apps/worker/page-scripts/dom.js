/*
 * Reads and changes elements by their prototypes. A field of a form or the name of an image hides a property or method of the same name,
 * and scripts see that in a world of their own, too; the prototypes there are the browser's.
 */

/** Returns a function that reads a property. */
function readerOf({ prototype }, name) {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (one) => Reflect.apply(get, one, []);
}

/** Returns a function that calls a method. */
function callerOf({ prototype }, name) {
  const method = prototype[name];
  return (one, ...given) => Reflect.apply(method, one, given);
}

function makeDom() {
  const setter = ({ prototype }, name) => {
    const { set } = Object.getOwnPropertyDescriptor(prototype, name);
    return (one, value) => Reflect.apply(set, one, [value]);
  };
  const styleOfHtml = readerOf(HTMLElement, 'style');
  const innerTextOfHtml = readerOf(HTMLElement, 'innerText');
  return {
    nodeType: readerOf(Node, 'nodeType'),
    parentNode: readerOf(Node, 'parentNode'),
    parentElement: readerOf(Node, 'parentElement'),
    isConnected: readerOf(Node, 'isConnected'),
    childNodes: readerOf(Node, 'childNodes'),
    firstChild: readerOf(Node, 'firstChild'),
    nextSibling: readerOf(Node, 'nextSibling'),
    textContent: readerOf(Node, 'textContent'),
    tagName: readerOf(Element, 'tagName'),
    classList: readerOf(Element, 'classList'),
    id: readerOf(Element, 'id'),
    setId: setter(Element, 'id'),
    style: (element) => (element instanceof HTMLElement ? styleOfHtml(element) : element.style),
    innerText: (element) => (element instanceof HTMLElement ? innerTextOfHtml(element) : undefined),
    after: callerOf(Element, 'after'),
    replaceWith: callerOf(Element, 'replaceWith'),
    closest: callerOf(Element, 'closest'),
    getAttribute: callerOf(Element, 'getAttribute'),
    setAttribute: callerOf(Element, 'setAttribute'),
    removeAttribute: callerOf(Element, 'removeAttribute'),
    getElementsByClassName: callerOf(Element, 'getElementsByClassName'),
    getBoundingClientRect: callerOf(Element, 'getBoundingClientRect'),
    checkVisibility: callerOf(Element, 'checkVisibility'),
  };
}

globalThis.dom = makeDom();
