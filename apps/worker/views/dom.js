/*
 * Reads and changes elements by their prototypes: a form's fields stand in the place of its own properties and methods where they are
 * called like them. For scripts of ours, in a world of their own, where the prototypes are the browser's.
 */
globalThis.dom = (() => {
  const accessor = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name);
  const getter = (prototype, name) => {
    const { get } = accessor(prototype, name);
    return (one) => Reflect.apply(get, one, []);
  };
  const setter = (prototype, name) => {
    const { set } = accessor(prototype, name);
    return (one, value) => Reflect.apply(set, one, [value]);
  };
  const method = (name) => {
    const called = Element.prototype[name];
    return (element, ...args) => Reflect.apply(called, element, args);
  };
  const styleOfHtml = getter(HTMLElement.prototype, 'style');
  const innerTextOfHtml = getter(HTMLElement.prototype, 'innerText');
  return {
    nodeType: getter(Node.prototype, 'nodeType'),
    parentNode: getter(Node.prototype, 'parentNode'),
    parentElement: getter(Node.prototype, 'parentElement'),
    isConnected: getter(Node.prototype, 'isConnected'),
    childNodes: getter(Node.prototype, 'childNodes'),
    firstChild: getter(Node.prototype, 'firstChild'),
    nextSibling: getter(Node.prototype, 'nextSibling'),
    textContent: getter(Node.prototype, 'textContent'),
    tagName: getter(Element.prototype, 'tagName'),
    classList: getter(Element.prototype, 'classList'),
    id: getter(Element.prototype, 'id'),
    setId: setter(Element.prototype, 'id'),
    style: (element) => (element instanceof HTMLElement ? styleOfHtml(element) : element.style),
    innerText: (element) => (element instanceof HTMLElement ? innerTextOfHtml(element) : undefined),
    after: method('after'),
    replaceWith: method('replaceWith'),
    closest: method('closest'),
    getAttribute: method('getAttribute'),
    setAttribute: method('setAttribute'),
    removeAttribute: method('removeAttribute'),
    getElementsByClassName: method('getElementsByClassName'),
    getBoundingClientRect: method('getBoundingClientRect'),
    checkVisibility: method('checkVisibility'),
  };
})();
